"""Several jobs of contrib/spark and a query in one application, each with a line of JSON about it.

    spark-submit spark_jobs.py PLAN
"""

import json
import re
import runpy
import sys

from pyspark.sql import SparkSession


def regex(pattern):
    """A pattern with ? and * as Spark takes it, which has no GLOB."""
    return "^" + re.escape(pattern).replace(r"\?", ".").replace(r"\*", ".*") + "$"


def counts(file, pattern):
    """How often a pattern is in the Parquet of `convert`: at the start, at the end, anywhere."""
    like = regex(pattern).replace("\\", "\\\\")
    where = {
        "start": f"gbr RLIKE '{like}'",
        "final": f"gbrfinal RLIKE '{like}'",
        "any": f"exists(trail, code -> code RLIKE '{like}')",
    }
    games = SparkSession.builder.getOrCreate().read.parquet(file)
    return {at: games.where(one).count() for at, one in where.items()}


def main():
    plan = json.loads(sys.argv[1])
    for words in plan["jobs"]:
        sys.argv = [plan["script"], *words]
        runpy.run_path(plan["script"], run_name="__main__")
    if "file" in plan:
        print(json.dumps(counts(plan["file"], plan["pattern"])), flush=True)


if __name__ == "__main__":
    main()
