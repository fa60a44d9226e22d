/* Where the time of searches goes, by V8's sampling profiler: for `rookery profile`. */
"use strict";

const SAMPLE_US = 200;

function post(session, method, parameters) {
  return new Promise((resolve, reject) =>
    session.post(method, parameters, (error, result) => (error ? reject(new Error(error.message)) : resolve(result))));
}

/** What functions are called in a report; those of the bot by their own name. */
function nameOf({ functionName, url }) {
  if (url === "rookery")
    return `board: ${functionName || "(no name)"}`;
  return functionName || "(no name)";
}

exports.CallProfile = class CallProfile {
  #session;
  /* By name and line: microseconds. */
  #times = new Map();
  #total = 0;

  static async open() {
    const { Session } = require("node:inspector");
    const profile = new CallProfile();
    profile.#session = new Session();
    profile.#session.connect();
    await post(profile.#session, "Profiler.enable");
    await post(profile.#session, "Profiler.setSamplingInterval", { interval: SAMPLE_US });
    return profile;
  }

  begin() {
    return post(this.#session, "Profiler.start");
  }

  #add({ nodes, samples, timeDeltas }) {
    const frames = new Map(nodes.map((node) => [node.id, node.callFrame]));
    samples.forEach((id, i) => {
      const frame = frames.get(id);
      if (frame.url !== "bot.js" && frame.url !== "rookery" && frame.functionName !== "(garbage collector)")
        return;
      const line = frame.url === "bot.js" ? frame.lineNumber + 1 : 0;
      const key = `${line} ${nameOf(frame)}`;
      this.#times.set(key, (this.#times.get(key) ?? 0) + timeDeltas[i]);
      this.#total += timeDeltas[i];
    });
  }

  /** All searches so far: the time of all, and [microseconds, "LINE NAME"] with the slowest first. */
  async end() {
    this.#add((await post(this.#session, "Profiler.stop")).profile);
    const rows = [...this.#times].map(([key, us]) => [Math.round(us), key]).sort((a, b) => b[0] - a[0]);
    return { total: Math.round(this.#total), rows };
  }
};
