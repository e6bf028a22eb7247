// The address of a link -> in the clipboard; the link shows it for a moment, and it is said once.
import { announce } from "./announce.mjs";
import { say } from "./words.mjs";

const SHOWN = 2_000;

export async function copyLink(link) {
  try {
    await navigator.clipboard.writeText(link.href);
  } catch {
    return announce(say("not_copied"));
  }
  announce(say("link_copied"));
  link.dataset.copied = "";
  setTimeout(() => delete link.dataset.copied, SHOWN);
}
