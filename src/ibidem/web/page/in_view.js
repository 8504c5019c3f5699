// The turn that a person has scrolled to.

import { all } from "./dom.js";

/** @param {HTMLElement} talk @param {(turn: string | undefined) => void} see called with the number of the turn in view */
export function whenScrolled(talk, see) {
  let seeking = false;
  const seek = () => {
    seeking = false;
    const { top, height } = talk.getBoundingClientRect();
    const at = top + height * 0.4;
    see(all(".turn[data-turn]", talk).findLast((one) => one.getBoundingClientRect().top <= at)?.dataset.turn);
  };
  const scrolled = () => {
    if (!seeking) requestAnimationFrame(seek);
    seeking = true;
  };
  for (const kind of ["wheel", "touchmove"]) talk.addEventListener(kind, scrolled, { passive: true });
}
