# WEKA's classifiers in a Java virtual machine. The machine's own remarks go to stderr, since stdout begins with the
# handshake; it writes nothing outside the folder that TMPDIR names. To give it more memory than a quarter of the
# machine's, write -Xmx8g before -jar, or JDK_JAVA_OPTIONS into the plugin's env in the experiment file.
command = [
  "java", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:ErrorFile=/dev/null", "-Xlog:disable", "-Xlog:all=warning:stderr",
  "-XX:SharedArchiveFile=weka.jsa", "-jar", "weka.jar",
]
learners = ["weka"]
language = "java"
install  = "make packs"
