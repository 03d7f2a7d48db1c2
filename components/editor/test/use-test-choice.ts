"use client";

import { useState } from "react";
import { browserObstacle, registerBrowser } from "@/components/device/register-browser";
import { sandboxUsers } from "@/lib/compose/composition";
import { readEntry } from "@/lib/compose/recipients";
import type { TestGroup } from "@/lib/directory/audience/test-targets";
import type { Answer } from "@/lib/inputs/answer";
import { mostTestRecipients } from "@/lib/inputs/audience";
import type { NamedInput } from "@/lib/inputs/row";
import type { TestChoice } from "@/lib/inputs/test-message";
import type { PushRequestInput } from "@/lib/interface/request";
import { useExamined } from "../examined/examined";
import type { TestActions } from "./test-actions";
import { rememberedTest, rememberTest, type RememberedTest } from "./test-memory";
import { useTestTargets } from "./use-test-targets";

const memory = () => window.localStorage;
const emptyChoice: RememberedTest = { groups: [], devices: [], users: [], browser: false };

/** More users than this are not offered for a test. */
const mostUsersOffered = 10;

/** The users that a message goes to; none where they are too many for a test. */
function usersOf(entries: PushRequestInput["destination"]): readonly string[] {
  const users = entries.flatMap((entry) => {
    const { key, ids } = readEntry(entry);
    return key === "userid" ? ids.filter((id) => id !== "") : [];
  });
  return users.length > mostUsersOffered ? [] : [...new Set(users)];
}

/**
 * Returns whom a test goes to, of those that it can go to now, and the ways to change, send and
 * save that choice. It starts as this browser remembers it.
 *
 * @param draftId of the campaign or template; undefined as long as the server does not have it
 */
export function useTestChoice(draftId: string | undefined, actions: TestActions) {
  const { request, app } = useExamined();
  const { appid } = request;
  const [latest, setLatest] = useState(() =>
    rememberedTest(
      memory,
      appid,
      { id: draftId, users: usersOf(request.destination) },
      app?.sandbox ? sandboxUsers : [],
    ),
  );
  const targets = useTestTargets(actions.find, appid, latest.devices);
  /** The group that was saved last: chosen before the list of groups has it. */
  const [newGroup, setNewGroup] = useState<string>();
  const browserApp = actions.browserApps.find((one) => one.appid === appid);

  const change = (next: RememberedTest) => {
    setLatest(next);
    rememberTest(memory, appid, draftId, next);
  };
  const choice: RememberedTest = {
    ...latest,
    devices: latest.devices.filter((id) => !targets.gone.includes(id)),
    groups: latest.groups.filter(
      (id) =>
        id === newGroup ||
        targets.groups === undefined ||
        targets.groups.some((group) => isOffered(group, id)),
    ),
    users: targets.limited === null || app?.sandbox ? latest.users : [],
    browser: latest.browser && browserApp !== undefined && browserObstacle() === undefined,
  };

  /**
   * The choice as the server takes it; registers this browser once more, as a subscription may have
   * ended in between.
   */
  const resolve = async (): Promise<TestChoice> => {
    const { groups, devices, users } = choice;
    const browsers =
      choice.browser && browserApp ? [(await registerBrowser(browserApp)).pushid] : [];
    return { groups, devices, users, browsers };
  };
  const save = async ({ name }: NamedInput): Promise<Answer<string>> => {
    const whom = await resolve().catch((failure: unknown) => failureText(failure));
    if (typeof whom === "string") return { ok: false, problems: [{ pointer: "", message: whom }] };
    const answer = await actions.saveGroup({ appid, name, choice: whom });
    if (!answer.ok) return answer;
    setNewGroup(answer.value);
    change({ ...emptyChoice, groups: [answer.value] });
    targets.reload();
    return answer;
  };
  return { choice, change, resolve, save, targets, browserApp };
}

/** Returns why a choice could not be sent or saved. */
export function failureText(failure: unknown): string {
  return failure instanceof Error
    ? failure.message
    : "This browser could not be registered. Try again.";
}

function isOffered({ id, recipients }: TestGroup, chosenId: string): boolean {
  return id === chosenId && recipients <= mostTestRecipients;
}
