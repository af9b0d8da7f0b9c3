"""For The Littlest JupyterHub: put it into /opt/tljh/config/jupyterhub_config.d/, then `sudo tljh-config reload`."""

c = get_config()  # noqa: F821

# Everybody arrives at the gallery of their own server.
c.Spawner.default_url = "/dpviz/"
# JupyterLab does not ask every student whether it may look for news.
c.Spawner.args = ["--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
# When a hundred come at once, a server may take a while to start.
c.Spawner.start_timeout = c.Spawner.http_timeout = 300
