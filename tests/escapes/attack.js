/* What a bot does once it has all of Node: run by makeMove's first call, with TARGET. Every attempt is written down as
 * "TRY name outcome"; the test reads these lines and fails when one of them got through. */
function attack() {
  const { require, process } = globalThis;
  if (require === undefined) {
    console.log("REACHED nothing");
    return;
  }
  const fs = require("fs");
  const tell = (...words) => fs.writeSync(2, words.join(" ") + "\n");
  tell("REACHED process");

  const attempt = (name, action) => {
    let outcome;
    try {
      const value = action();
      outcome = typeof value === "number" && value < 0 ? `errno${value}` : "DONE " + String(value).slice(0, 200);
    } catch (error) {
      outcome = error.code ?? error.name;
    }
    tell("TRY", name, outcome.replace(/\s+/g, " "));
  };
  const binding = (name) => process.binding(name);

  for (const name of ["secret", "other_bot"])
    attempt("read " + name, () => fs.readFileSync(TARGET[name]));
  attempt("list canary folder", () => fs.readdirSync(TARGET.folder));
  attempt("read environment of 1", () => fs.readFileSync("/proc/1/environ"));
  attempt("read own environment", () => fs.readFileSync("/proc/self/environ"));
  attempt("read passwords", () => fs.readFileSync("/etc/passwd"));
  for (const folder of ["/home", "/root", "/srv", "/var", "/run", "/sys", "/proc", "/etc/ssh", "/bin"])
    attempt("list " + folder, () => fs.readdirSync(folder));
  for (const name of ["secret", "other_bot"])
    attempt("change " + name, () => fs.writeFileSync(TARGET[name], "x"));
  for (const folder of ["/", "/bot", "/rookery", "/usr/lib", "/dev", "/dev/shm", "/var/tmp", TARGET.folder])
    attempt("write into " + folder, () => fs.writeFileSync(folder + "/" + TARGET.mark, "x"));
  attempt("own scratch", () => fs.writeFileSync("/tmp/" + TARGET.mark, "x"));
  attempt("link", () => fs.linkSync(TARGET.secret, "/tmp/" + TARGET.mark + "-link"));
  attempt("chmod", () => fs.chmodSync("/tmp/" + TARGET.mark, 0o4777));

  attempt("tcp", () => {
    const { TCP, TCPConnectWrap, constants } = binding("tcp_wrap");
    return new TCP(constants.SOCKET).connect(new TCPConnectWrap(), "127.0.0.1", TARGET.port);
  });
  attempt("udp", () => new (binding("udp_wrap").UDP)().bind("127.0.0.1", 0, 0));
  attempt("listen", () => {
    const { TCP, constants } = binding("tcp_wrap");
    return new TCP(constants.SERVER).bind("127.0.0.1", 0);
  });
  attempt("unix", () => {
    const { Pipe, PipeConnectWrap, constants } = binding("pipe_wrap");
    new Pipe(constants.SOCKET).connect(new PipeConnectWrap(), TARGET.unix); // whether it comes to that the listener knows
    return new Pipe(constants.SERVER).bind("/tmp/" + TARGET.mark + "-socket");
  });
  attempt("shell", () => require("child_process").execSync("id"));
  attempt("spawn", () => {
    const done = require("child_process").spawnSync("/bin/true", [], { stdio: "ignore" });
    if (done.error)
      throw done.error;
    return done.status;
  });
  attempt("kill parent", () => process.kill(TARGET.pid, 0));
  attempt("niceness", () => require("os").setPriority(0, -5));
  attempt("user", () => process.setuid(0));
  attempt("addon", () => process.dlopen({ exports: {} }, "/tmp/" + TARGET.mark));
  tell("USER", process.getuid(), process.geteuid(), process.getgid());
  /* Daemons, were it possible: each ignores what can be ignored. */
  for (const detached of [false, true])
    attempt("own scratch", () => require("child_process").spawn(process.execPath, ["-e",
      "for (const s of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(s, () => {}); setInterval(() => {}, 1e6)"],
    { stdio: "ignore", detached }).pid);
  tell("END OF THE ATTACK");
}
