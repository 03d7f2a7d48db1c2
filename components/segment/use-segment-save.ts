"use client";

import { useState, useTransition } from "react";
import { answerOf, type Answer, type AnswerProblem, type Conflict } from "@/lib/inputs/answer";
import { readRule, writeNode } from "./rule/rule-tree";
import { isSameContent, type SegmentContent } from "./rule/segment-draft";

/** What a save stores, and what it was edited from; no revision for a new segment. */
export interface SegmentSave {
  name: string;
  rule: unknown;
  revision: number | undefined;
}

interface SaveOptions {
  content: SegmentContent;
  /** The content that the server has, and its revision; undefined for a new segment. */
  initial: SegmentContent;
  revision: number | undefined;
  save: (what: SegmentSave) => Promise<Answer<{ id: string; revision: number }>>;
  onSaved: (id: string) => void;
  /** Puts another writer's version in the place of the content. */
  load: (content: SegmentContent) => void;
}

/** Saves a segment when its author says so; what is typed meanwhile is a change again. */
export function useSegmentSave({ content, initial, revision, save, onSaved, load }: SaveOptions) {
  const [stored, setStored] = useState({ content: initial, revision });
  const [conflict, setConflict] = useState<Conflict>();
  const [problems, setProblems] = useState<readonly AnswerProblem[]>([]);
  const [isSaving, start] = useTransition();
  const send = (from: number | undefined) =>
    start(async () => {
      const { name, tree } = content;
      const answer = await answerOf(save({ name, rule: writeNode(tree.root), revision: from }));
      setConflict(answer.ok ? undefined : answer.conflict);
      setProblems(answer.ok || answer.conflict ? [] : answer.problems);
      if (!answer.ok) return;
      setStored({ content, revision: answer.value.revision });
      onSaved(answer.value.id);
    });
  return {
    isSaving,
    isUnsaved: !isSameContent(content, stored.content),
    /** Why the last save was refused. */
    problems,
    /** Another writer was faster: nothing was saved. */
    conflict,
    save: () => {
      // The page of a new one is on its way.
      const isAdded = revision === undefined && stored.revision !== undefined;
      if (!isSaving && !isAdded) send(stored.revision);
    },
    /** Shows the other version in place of what was changed here; undo restores that. */
    loadTheirs: () => {
      if (!conflict) return;
      const { theirs } = conflict;
      const loaded = {
        name: String(theirs["name"]),
        tree: readRule(theirs["rule"], content.tree.nextId),
      };
      setStored({ content: loaded, revision: conflict.revision });
      setConflict(undefined);
      load(loaded);
    },
    /** Replaces the other version by this one. */
    saveMine: () => send(conflict?.revision),
  };
}
