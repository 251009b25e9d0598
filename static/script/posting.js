/* One entry over the network: an answer, or none yet. */
import {parsed} from "./showing.js";

export class Unreached extends Error {}

// What has waited is sent without a page in mind, so it asks for an answer to read and not to show.
export async function post(job) {
  const body = new URLSearchParams(job.body);
  if (body.has("was")) body.set(...job.late && !job.replace && !job.counts ? ["after", job.after] : ["replace", "yes"]);
  const headers = job.late && job.after !== undefined ? {Accept: "application/json"} : {"X-Here": location.pathname + location.search};
  let answer, text;
  try {
    const signal = AbortSignal.timeout?.(20000);
    answer = await fetch(job.url, {method: "POST", body, headers, keepalive: true, signal});
    text = await answer.text();
  } catch {
    throw new Unreached("Offline");    // no answer, or half of one: it may have arrived or not
  }
  const {status} = answer;
  if ([502, 503, 504].includes(status) || job.after !== undefined && (status >= 500 || status === 429)) throw new Unreached(status === 429 ? "Too fast" : "Server trouble");
  const json = answer.headers.get("Content-Type")?.startsWith("application/json") ? JSON.parse(text) : null;
  const moved = answer.headers.get("Content-Location");
  const there = new URL(moved || answer.url, location.href);
  return {status, there, moved: Boolean(moved), json, page: json || status === 204 ? null : parsed(text)};
}
