// The editor: CodeMirror 6 for Python, in the page's own colours.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.controlKeyword, tags.definitionKeyword, tags.moduleKeyword], color: "var(--dpviz-accent)", fontWeight: "600" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--dpviz-accent2)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--dpviz-accent2)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--dpviz-muted)", fontStyle: "italic" },
]);

const look = EditorView.theme({
  "&": { backgroundColor: "var(--dpviz-card)", color: "var(--dpviz-fg)" },
  "&.cm-focused": { outline: "3px solid var(--dpviz-accent)", outlineOffset: "1px" },
  ".cm-content": { caretColor: "var(--dpviz-fg)" },
  ".cm-cursor": { borderLeftColor: "var(--dpviz-fg)" },
  ".cm-gutters": { backgroundColor: "var(--dpviz-card)", color: "var(--dpviz-muted)", borderRight: "1px solid var(--dpviz-line)" },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--dpviz-accent) 7%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--dpviz-accent) 28%, transparent)",
  },
  ".cm-tooltip": { backgroundColor: "var(--dpviz-card)", color: "var(--dpviz-fg)", border: "1px solid var(--dpviz-line)" },
  ".cm-diagnostic": { borderLeftColor: "var(--dpviz-warn)" },
});

/**
 * An editor in `place`, named by the element `label`; `changed` hears of each change, `run` of Ctrl-Enter. Tab indents;
 * after Escape it leaves, as CodeMirror has it.
 */
export function makeEditor({ place, label, hint, changed, run }) {
  const view = new EditorView({
    parent: place,
    state: EditorState.create({
      extensions: [
        lineNumbers(), history(), drawSelection(), highlightActiveLine(), EditorView.lineWrapping, bracketMatching(), indentOnInput(), indentUnit.of("    "),
        python(), syntaxHighlighting(colours), look, lintGutter(),
        keymap.of([{ key: "Mod-Enter", run: () => (run(), true) }, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ "aria-labelledby": label, "aria-describedby": hint, spellcheck: "false" }),
        EditorView.updateListener.of((update) => update.docChanged && changed()),
      ],
    }),
  });
  const { scrollDOM } = view;
  scrollDOM.tabIndex = -1; // what is in it has the focus
  return {
    get text() {
      return view.state.doc.toString();
    },
    set text(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
    },
    /** Mark a line with what is wrong in it; 0: none. */
    mark(line, message = "") {
      const known = line >= 1 && line <= view.state.doc.lines;
      const { from, to } = known ? view.state.doc.line(line) : { from: 0, to: 0 };
      const begin = from + Math.max(view.state.sliceDoc(from, to).search(/\S/), 0);
      /** @type {import("@codemirror/lint").Diagnostic[]} */
      const wrong = known ? [{ from: begin, to, severity: "error", message }] : [];
      view.dispatch(setDiagnostics(view.state, wrong));
      if (known) view.dispatch({ effects: EditorView.scrollIntoView(from, { y: "nearest" }) });
    },
  };
}
