"""A Spark cluster of a master and workers on this machine, whose processes all end with it."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pyspark

SPARK = Path(pyspark.__file__).parent

# For programs that live for a minute: no time is spent on making them fast.
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(what, is_true, seconds=300):
    end = time.monotonic() + seconds
    while not is_true():
        if time.monotonic() > end:
            raise RuntimeError(f"waited {seconds} s for {what}")
        time.sleep(0.1)


def session_of(pid):
    """The ids of the processes of a session. Python under Spark leaves its group, but not its session."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except (OSError, IndexError):
            continue
        if int(fields[3]) == pid:
            found.append(int(stat.parent.name))
    return found


def kill(pid):
    """Kills the process and all that it started."""
    for one in session_of(pid):
        try:
            os.kill(one, signal.SIGKILL)
        except ProcessLookupError:
            pass


class Cluster:
    """Use it in a `with`."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.started = []
        self.port = free_port()
        self.environment = {
            **os.environ,
            "SPARK_HOME": str(SPARK),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_DAEMON_JAVA_OPTS": JAVA,
            "SPARK_LOCAL_DIRS": str(self.folder / "local"),
            "PYSPARK_PYTHON": sys.executable,
            "PYSPARK_DRIVER_PYTHON": sys.executable,
        }

    def __enter__(self):
        try:
            self.master = self.start("master", "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1",
                                     "--port", str(self.port), "--webui-port", str(free_port()))
            wait_for("the master", lambda: "I have been elected leader" in self.log("master"))
            self.workers = []
            self.add_worker()
            self.add_worker()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        for process in reversed(self.started):
            kill(process.pid)
            process.wait()

    def log(self, name):
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def spawn(self, name, command):
        log = open(self.folder / f"{name}.log", "wb")
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                   env=self.environment, start_new_session=True)
        self.started.append(process)
        return process

    def start(self, name, *arguments):
        return self.spawn(name, [str(SPARK / "bin/spark-class"), *arguments])

    def add_worker(self):
        n = len(self.workers) + 1
        self.workers.append(self.start(f"worker{n}", "org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1",
                                       "--webui-port", str(free_port()), "-c", "1", "-m", "1g", "-d",
                                       str(self.folder / f"work{n}"), f"spark://127.0.0.1:{self.port}"))
        wait_for(f"worker {n}", lambda: self.log("master").count("Registering worker") == n)

    def submit(self, name, settings, script, *arguments):
        """Starts a job, and returns its process."""
        settings = {
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.driver.extraJavaOptions": JAVA,
            "spark.executor.extraJavaOptions": JAVA,
            "spark.driver.memory": "512m",
            "spark.executor.memory": "512m",
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.sql.shuffle.partitions": "3",
            **settings,
        }
        pairs = [word for key, value in settings.items() for word in ("--conf", f"{key}={value}")]
        return self.spawn(name, [str(SPARK / "bin/spark-submit"), "--master", f"spark://127.0.0.1:{self.port}",
                                 *pairs, str(script), *map(str, arguments)])

    def finish(self, name, process, seconds=400):
        """Waits for a job, which must end well, and gives the lines of JSON that it wrote."""
        try:
            status = process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            status = f"none after {seconds} s"
        if status != 0:
            raise RuntimeError(f"{name}: status {status}\n{self.log(name)[-4000:]}")
        return [line for line in self.log(name).splitlines() if line.startswith("{")]
