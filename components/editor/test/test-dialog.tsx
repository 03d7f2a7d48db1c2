"use client";

import { FlaskConical } from "lucide-react";
import { useRef, useState } from "react";
import { browserObstacle, registerBrowser } from "@/components/device/register-browser";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { sandboxUsers } from "@/lib/compose/composition";
import { examineForm } from "@/lib/compose/examiner";
import { readEntry } from "@/lib/compose/recipients";
import type { TestAllowance } from "@/lib/directory/audience/test-allowance";
import type { TestGroup } from "@/lib/directory/audience/test-targets";
import { headlineOf } from "@/lib/findings/headline";
import type { Answer } from "@/lib/inputs/answer";
import { mostTestRecipients } from "@/lib/inputs/audience";
import type { NamedInput } from "@/lib/inputs/named";
import type { TestChoice } from "@/lib/inputs/test-message";
import type { PushRequestInput } from "@/lib/interface/request";
import { useTemplates } from "../content/templates";
import { useExamined } from "../examined/examined";
import type { TestActions } from "./test-actions";
import { TestBrowser } from "./test-browser";
import { TestDevices } from "./test-devices";
import { TestGroups } from "./test-groups";
import { choiceText, rememberedTest, rememberTest, type RememberedTest } from "./test-memory";
import { TestUsers } from "./test-users";
import { useTestTargets } from "./use-test-targets";

interface TestDialogProps {
  /** Of the campaign or template; undefined as long as the server does not have it. */
  draftId: string | undefined;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The message that is tested, as it is when it is asked for. */
  compose: () => PushRequestInput;
  actions: TestActions;
  /** A test is under way already. */
  busy: boolean;
  /** Sends the same message to those chosen instead; returns once it was accepted, or not. */
  onTest: (request: PushRequestInput, choice: TestChoice) => Promise<void>;
}

const memory = () => window.localStorage;
const nobody: RememberedTest = { groups: [], devices: [], users: [], browser: false };

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
 * The same message to a few first: devices, groups, users, this browser. Who they were last is
 * remembered in this browser, by app.
 */
export function TestDialog({ open, onOpenChange, ...rest }: TestDialogProps) {
  const { request } = useExamined();
  return open ? (
    <OpenTestDialog key={request.appid} onClose={() => onOpenChange(false)} {...rest} />
  ) : null;
}

function OpenTestDialog({
  draftId,
  onClose,
  compose,
  actions,
  busy,
  onTest,
}: Omit<TestDialogProps, "open" | "onOpenChange"> & { onClose: () => void }) {
  const { request, app } = useExamined();
  const { appid } = request;
  const [choice, setChoice] = useState(() =>
    rememberedTest(
      memory,
      appid,
      { id: draftId, users: usersOf(request.destination) },
      app?.sandbox ? sandboxUsers : [],
    ),
  );
  const targets = useTestTargets(actions.find, appid, choice.devices);
  const [error, setError] = useState<string>();
  /** The group that was saved last: chosen before the list of groups has it. */
  const [saved, setSaved] = useState<string>();
  const [sending, setSending] = useState(false);
  const pressed = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const browserApp = actions.browserApps.find((one) => one.appid === appid);

  const change = (next: RememberedTest) => {
    setChoice(next);
    rememberTest(memory, appid, draftId, next);
  };
  const chosen: RememberedTest = {
    ...choice,
    devices: choice.devices.filter((id) => !targets.gone.includes(id)),
    groups: choice.groups.filter(
      (id) =>
        id === saved ||
        targets.groups === undefined ||
        targets.groups.some((group) => isOffered(group, id)),
    ),
    users: targets.limited === null || app?.sandbox ? choice.users : [],
    browser: choice.browser && browserApp !== undefined && browserObstacle() === undefined,
  };
  const told = choiceText(chosen);
  const problem = useTestProblem(compose, chosen.groups.length > 0);

  /**
   * The choice as the server takes it; registers this browser once more, as a subscription may have
   * ended in between.
   */
  const resolved = async (): Promise<TestChoice> => {
    const { groups, devices, users } = chosen;
    const browsers =
      chosen.browser && browserApp ? [(await registerBrowser(browserApp)).pushid] : [];
    return { groups, devices, users, browsers };
  };
  const test = async () => {
    if (pressed.current) return;
    pressed.current = true;
    setSending(true);
    setError(undefined);
    try {
      await onTest(compose(), await resolved());
      onClose();
    } catch (failure) {
      setError(reasonOf(failure));
    }
    pressed.current = false;
    setSending(false);
  };
  const save = async ({ name }: NamedInput): Promise<Answer<string>> => {
    const whom = await resolved().catch((failure: unknown) => reasonOf(failure));
    if (typeof whom === "string") return { ok: false, problems: [{ pointer: "", message: whom }] };
    const answer = await actions.saveGroup({ appid, name, choice: whom });
    if (!answer.ok) return answer;
    setSaved(answer.value);
    change({ ...nobody, groups: [answer.value] });
    targets.reload();
    return answer;
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="lg"
      title="Send a test"
      description="Sends this message as it is now, only to the devices and people you choose here."
      initialFocus={button}
      footer={
        <>
          <output className="mr-auto self-center text-sm text-ink-muted max-sm:w-full">
            <span className="block">{told === "" ? "No recipients selected" : told}</span>
            {targets.allowance && (
              <span className="block text-xs">{allowanceText(targets.allowance)}</span>
            )}
          </output>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            icon={FlaskConical}
            ref={button}
            variant="primary"
            loading={sending || busy}
            disabled={told === "" || problem !== undefined}
            onClick={() => void test()}
          >
            Send the test
          </Button>
        </>
      }
    >
      {problem !== undefined && (
        <Banner kind="warning" className="mb-4" title={`Solve this first: ${problem}`} />
      )}
      {targets.limited !== null && (
        <LimitedTests reason={targets.limited} sandbox={app?.sandbox === true} />
      )}
      {error !== undefined && (
        <Banner kind="danger" announce className="mb-4" title="The test was not sent">
          {error}
        </Banner>
      )}
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
        <TestDevices
          targets={targets}
          chosen={chosen.devices}
          onChange={(devices) => change({ ...chosen, devices })}
        />
        <div className="min-w-0 space-y-5">
          <TestGroups
            groups={targets.groups}
            chosen={chosen.groups}
            onChange={(groups) => change({ ...chosen, groups })}
            maySave={targets.maySaveGroup}
            onSave={told === "" ? undefined : save}
          />
          {(targets.limited === null || app?.sandbox) && (
            <TestUsers
              chosen={chosen.users}
              onChange={(users) => change({ ...chosen, users })}
              simulatedOnly={targets.limited !== null}
            />
          )}
          <TestBrowser
            app={browserApp}
            checked={chosen.browser}
            onChange={(browser) => change({ ...chosen, browser })}
          />
        </div>
      </div>
    </Dialog>
  );
}

function reasonOf(failure: unknown): string {
  return failure instanceof Error
    ? failure.message
    : "This browser could not be registered. Try again.";
}

function LimitedTests({ reason, sandbox }: { reason: string; sandbox: boolean }) {
  return (
    <Banner kind="info" className="mb-4" title={`${reason}, so your tests are limited`}>
      You can test on test groups, {sandbox ? "simulated devices and their users, " : ""}and this
      browser. To test on other devices, ask an admin to add them to a test group.
    </Banner>
  );
}

function allowanceText({ left, limit }: TestAllowance): string {
  return `${left.toLocaleString("en")} of ${limit.toLocaleString("en")} ${limit === 1 ? "device" : "devices"} left today (UTC)`;
}

function isOffered({ id, recipients }: TestGroup, wanted: string): boolean {
  return id === wanted && recipients <= mostTestRecipients;
}

/** What keeps the message from being tested; who it is addressed to otherwise does not. */
function useTestProblem(compose: () => PushRequestInput, withValues: boolean): string | undefined {
  const { app } = useExamined();
  const templates = useTemplates();
  const [now] = useState(() => Date.now());
  const { problems } = examineForm(
    { ...compose(), destination: [{ userid: ["test"] }] },
    app ? [app] : [],
    templates,
    now,
  );
  // Values that the members of a group bring may be those that are missing.
  const found = problems.find(
    ({ pointer }) => !(withValues && pointer.startsWith("/message/parameters")),
  );
  return found && headlineOf(found);
}
