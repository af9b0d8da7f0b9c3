"""Let pages of a course show lessons of the hub in frames. Put it beside the hub's configuration."""

c = get_config()  # noqa: F821

headers = {"Content-Security-Policy": "frame-ancestors 'self' https://lms.example.org"}
c.JupyterHub.tornado_settings = {"headers": headers}
c.Spawner.args.append(f"--ServerApp.tornado_settings={{'headers': {headers}}}")
