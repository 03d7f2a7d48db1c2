export declare function undoAtEnd(undo: () => void): () => void;
export declare function temporaryFolder(name: string): { path: string; remove: () => void };
