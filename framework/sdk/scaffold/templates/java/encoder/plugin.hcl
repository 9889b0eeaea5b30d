command  = [
  "java", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:ErrorFile=/dev/null", "-Xlog:disable", "-Xlog:all=warning:stderr",
  "-jar", "target/plugin.jar",
]
encoders = ["{{.Name}}"]
language = "java"
build    = "mvn -q package"
