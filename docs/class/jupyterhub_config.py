"""JupyterHub for a class on one Linux machine: `sudo jupyterhub -f jupyterhub_config.py`."""

import sys

c = get_config()  # noqa: F821

# Whoever has an account on this machine may log in, with its password.
c.Authenticator.allow_all = True
c.Authenticator.admin_users = {"lecturer"}

# Everybody arrives at the gallery of their own server.
c.Spawner.default_url = "/dpviz/"

# JupyterLab does not ask every student whether it may look for news.
c.Spawner.args = ["--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]

# When a hundred come at once, a server may take a while to start.
c.Spawner.start_timeout = c.Spawner.http_timeout = 300

# Servers that nobody has used for an hour are stopped: what students saved stays, and a link starts them again.
c.JupyterHub.services = [
    {"name": "culler", "command": [sys.executable, "-m", "jupyterhub_idle_culler", "--timeout=3600"]}
]
c.JupyterHub.load_roles = [
    {
        "name": "culler",
        "services": ["culler"],
        "scopes": ["list:users", "read:users:activity", "read:servers", "delete:servers"],
    }
]
