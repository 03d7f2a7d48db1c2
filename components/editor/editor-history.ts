/** Undo and redo over a whole document. */
export interface EditorHistory {
  can: { undo: boolean; redo: boolean };
  undo: () => void;
  redo: () => void;
}
