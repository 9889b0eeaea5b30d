command = [
  "java", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:ErrorFile=/dev/null", "-Xlog:disable", "-Xlog:all=warning:stderr",
  "-jar", "target/plugin.jar",
]
reductions = ["{{.Name}}"]
language   = "java"
build      = "mvn -q package"
