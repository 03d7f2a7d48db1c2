"use client";

import { useSyncExternalStore } from "react";
import type { ChosenAudience } from "@/lib/compose/chosen-audience";
import type { ComposerApp } from "@/lib/compose/composition";
import { coverageOf, type Coverage } from "@/lib/compose/coverage";
import type { Reach } from "@/lib/compose/reach";
import type { DeviceKind } from "@/lib/interface/device-kinds";
import type { PushRequestInput } from "@/lib/interface/request";
import { recipientsIn } from "@/lib/plan/requests";
import type { CoverageQuestion } from "./coverage-store";
import { useReach } from "./reach-state";

/** Whom the message reaches, as far as it is counted. */
export interface CoverageFacts {
  /** Whom it reaches, once all of them are counted. */
  coverage: Coverage | undefined;
  /** Who has devices at all, for any message, of those counted so far. */
  owners: Coverage | undefined;
  /** Of all recipients, 0 to 1. */
  done: number;
  /** It could not be counted: tries again. Undefined unless it failed. */
  again: (() => void) | undefined;
}

/** What a message is counted by. */
interface CoverageSubject {
  request: PushRequestInput;
  senders: readonly ComposerApp[];
  /** Kinds of devices that it has content for, though a value may be missing yet. */
  previews: Partial<Record<DeviceKind, unknown>>;
}

const unknown: CoverageFacts = {
  coverage: undefined,
  owners: undefined,
  done: 0,
  again: undefined,
};

/** Counts whose devices a message goes to, while `isEnabled`. */
export function useCoverageOf(
  { request, senders, previews }: CoverageSubject,
  isEnabled: boolean,
): CoverageFacts {
  const { reach, chosen, coverage: store } = useReach();
  const { destination } = request;
  const question = questionOf(destination, audienceOf(reach, chosen), chosen, senders);
  const watch = (changed: () => void) =>
    isEnabled && question !== undefined ? store.watch(question, changed) : () => undefined;
  const read = () => (question === undefined ? undefined : store.read(question));
  const state = useSyncExternalStore(watch, read, read);
  if (!state) return unknown;
  if (state.kind === "failed") return { ...unknown, again: state.again };
  const { groups } = state;
  const owners = groups.recipients === 0 ? undefined : coverageOf(groups, senders, () => true);
  if (state.kind === "counting")
    return { ...unknown, owners, done: state.of === undefined ? 0 : groups.recipients / state.of };
  return {
    coverage: coverageOf(groups, senders, (kind) => previews[kind] !== undefined),
    owners,
    done: 1,
    again: undefined,
  };
}

/** The list, or that of the users of a segment: undefined until those are there. */
function audienceOf(
  { audienceId, segment }: Reach,
  chosen: ChosenAudience | undefined,
): string | null | undefined {
  if (!segment) return audienceId;
  return chosen?.kind === "open" ? chosen.audience.id : undefined;
}

/** What is asked of the server; undefined where there are no recipients. */
function questionOf(
  destination: PushRequestInput["destination"],
  audienceId: string | null | undefined,
  chosen: ChosenAudience | undefined,
  senders: readonly ComposerApp[],
): string | undefined {
  if (audienceId === undefined) return undefined;
  const named = audienceId === null ? recipientsIn(destination).filter(({ id }) => id !== "") : [];
  const appids = senders.map(({ appid }) => appid);
  const revision = chosen?.kind === "open" ? chosen.audience.revision : undefined;
  const question: CoverageQuestion = {
    appids,
    audienceId,
    revision,
    named: named.map(({ type, id }) => [type, id]),
  };
  return appids.length > 0 && (named.length > 0 || audienceId !== null)
    ? JSON.stringify(question)
    : undefined;
}
