// What the browser keeps for us, if it does: a storage may be off, full, or hold anything. `store` names one, for to name
// it may fail already.

/** A text, or null. */
export function kept(store, key) {
  try {
    return store()?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Whatever was kept as JSON, or null. */
export function keptJson(store, key) {
  try {
    return JSON.parse(kept(store, key));
  } catch {
    return null;
  }
}

/** Keep a text, or forget it where it is null; false if the browser does not. */
export function keep(store, key, value) {
  try {
    if (value === null) store().removeItem(key);
    else store().setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
