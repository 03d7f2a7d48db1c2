"use client";

import { useState } from "react";
import { DocumentStore, type Ports, type SaveAnswer } from "@/components/editor/document-store";
import {
  signInAgain,
  useDocument,
  useDocumentLife,
  useFollowing,
} from "@/components/editor/use-document";
import { draftOf } from "@/lib/compose/draft-text";
import { isOutdated } from "@/lib/compose/template-of";
import type { Document, ServerVersion } from "@/lib/editor/document";
import { statusOf } from "@/lib/editor/status";
import { sentenceOf, type Answer, type Conflict, type FailedAnswer } from "@/lib/inputs/answer";
import { textIn } from "@/lib/interface/value-shape";
import { draftIn } from "../compose-address";
import { sendPorts, type SendActions } from "../send/send-ports";
import { campaignKind, storedCampaign, type CampaignContent } from "./campaign-kind";
import { savedHere, type CampaignMemory } from "./campaign-memory";
import type { OrderForApproval, DraftActions, ScheduledOrder } from "./draft-actions";

interface DraftOptions {
  /** As it is opened. */
  open: Document<CampaignContent>;
  memory: CampaignMemory;
  serviceId: string;
  actions: DraftActions;
  sending: SendActions;
  /** Milliseconds after the last key until it is saved. */
  autosaveMs: number;
}

/** `outdated`: another version of its template was published than the one that was looked at. */
type OrderResult<T> = { ok: true; value: T } | { ok: false; message: string; outdated: boolean };

/**
 * A save that hangs keeps a message back no longer than this (milliseconds); then it is stored as a
 * campaign of its own.
 */
const sendWaitMs = 3_000;
/** The dialog that schedules stays open for as long (milliseconds), and says that it is at work. */
const orderWaitMs = 20_000;

/** The draft that the composer writes: its document, and what it becomes. */
export function useCampaignDraft({
  open,
  memory,
  serviceId,
  actions,
  sending: send,
  autosaveMs,
}: DraftOptions) {
  const [store] = useState(
    () =>
      new DocumentStore(
        campaignKind,
        open,
        { ...campaignPorts(actions, memory), sending: sendPorts(send) },
        autosaveMs,
      ),
  );
  const status = useDocument(store, statusOfCampaign);
  const id = useDocument(store, idOf);
  const name = useDocument(store, nameOfContent);
  const can = useDocument(store, canOf);
  const sending = useDocument(store, sendingOf);
  useFollowing(store, serviceId);
  const onUnload = (search: string | undefined) => {
    const version = savedHere.of(store.get().id);
    // The first save was answered while the address of before was being loaded again: that page
    // would find nothing of it.
    if (version && search !== undefined && draftIn(search) === undefined) memory.leave(version);
  };
  useDocumentLife(store, onUnload);
  const [orders] = useState(() => ordersOf(store, actions));
  return { store, status, id: id ?? undefined, name, can, sending, ...orders };
}

export type DraftState = ReturnType<typeof useCampaignDraft>;

const statusOfCampaign = (document: Document<CampaignContent>) => statusOf(campaignKind, document);
const idOf = (document: Document<CampaignContent>) => document.id;
const nameOfContent = (document: Document<CampaignContent>) => document.content.name;
const sendingOf = (document: Document<CampaignContent>) => document.sending;
const canOf = (document: Document<CampaignContent>) => document.can;

function campaignPorts(actions: DraftActions, memory: CampaignMemory): Ports<CampaignContent> {
  return {
    memory,
    signIn: signInAgain,
    save: async ({ id, revision, content }) => {
      const campaign = draftOf({ id, revision, name: content.name }, content);
      const answer = (await actions.save({ campaign })) as
        | Awaited<ReturnType<DraftActions["save"]>>
        | undefined;
      // An answer without a word is none: a proxy or a page in between gave it.
      if (answer?.ok === undefined) throw new Error("no answer");
      if (!answer.ok) return savedOrNot(answer);
      const { value } = answer;
      if (value.kind === "saved")
        savedHere.keep({
          id: value.id,
          revision: value.revision,
          name: campaign.name,
          draft: campaign.draft,
        });
      return value;
    },
    find: async ({ id, revision }) => {
      const progress = await actions.readProgress({ id });
      if (!progress.ok) return undefined;
      if (progress.value.state !== "draft") return { state: progress.value.state };
      if (progress.value.revision <= revision) return undefined;
      const answer = await actions.find({ id });
      return answer.ok ? storedCampaign(answer.value, answer.value.updatedBy) : undefined;
    },
  };
}

function savedOrNot(answer: FailedAnswer): SaveAnswer<CampaignContent> {
  const { conflict } = answer;
  if (answer.signedOut) return { kind: "signed out" };
  return conflict
    ? { kind: "conflict", theirs: versionIn(conflict) }
    : { kind: "refused", message: sentenceOf(answer) };
}

/** The draft of another writer who was faster. */
function versionIn({ revision, by, at, theirs }: Conflict): ServerVersion<CampaignContent> {
  return {
    ...storedCampaign(
      { revision, name: textIn(theirs["name"]), draft: textIn(theirs["draft"]) },
      by,
    ),
    at,
  };
}

/** What a draft becomes. */
function ordersOf(store: DocumentStore<CampaignContent>, actions: DraftActions) {
  const draftNow = ({ id, revision, content }: Document<CampaignContent>) =>
    draftOf({ id, revision, name: content.name }, content);
  /** Saves the draft, and then orders it. From then on nothing is saved from this tab. */
  const order = async <T>(
    undone: string,
    run: (document: Document<CampaignContent> & { id: string }) => Promise<Answer<T>>,
  ): Promise<OrderResult<T>> => {
    const { document, isSaved } = await store.settle(orderWaitMs);
    const { id, refused } = document;
    if (!isSaved || id === null) {
      store.do({ kind: "unconfirm" });
      const why = refused ? ` ${refused.message}` : "";
      return {
        ok: false,
        message: `The draft could not be saved, so ${undone}.${why}`,
        outdated: false,
      };
    }
    const answer = await run({ ...document, id });
    store.do({ kind: answer.ok ? "handed over" : "unconfirm" });
    if (answer.ok) return answer;
    const { conflict, problems } = answer;
    const state = textIn(conflict?.theirs["state"]);
    // Only of the draft, not of its list or its template.
    if (conflict && state !== "")
      store.do({
        kind: "found",
        of: id,
        theirs: state === "draft" ? versionIn(conflict) : { state },
        at: Date.now(),
      });
    return { ok: false, message: sentenceOf(answer), outdated: isOutdated(problems) };
  };
  return {
    rename: (typed: string) =>
      store.write([{ path: "name", value: typed.trim() === "" ? undefined : typed }]),
    /** The document to come back to, once what was written last has been saved, or could not be. */
    leave: async (): Promise<Document<CampaignContent>> => {
      await store.until(({ saving }) => saving === undefined, sendWaitMs);
      store.do({ kind: "leave" });
      return store.until(({ saving }) => saving === undefined, sendWaitMs);
    },
    schedule: async (what: ScheduledOrder) =>
      order("nothing was scheduled", async ({ id, revision }) =>
        actions.schedule({ id, revision, ...what }),
      ),
    askApproval: async (what: OrderForApproval) =>
      order("no approval was requested", async (document) =>
        actions.askApproval({ campaign: draftNow(document), ...what }),
      ),
  };
}
