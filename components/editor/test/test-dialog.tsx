"use client";

import { FlaskConical } from "lucide-react";
import { useRef, useState } from "react";
import { Banner } from "@/components/ui/banner";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/overlay/dialog";
import { examineForm } from "@/lib/compose/examiner";
import type { TestAllowance } from "@/lib/directory/audience/test-allowance";
import { headlineOf } from "@/lib/findings/headline";
import type { TestChoice } from "@/lib/inputs/test-message";
import type { PushRequestInput } from "@/lib/interface/request";
import { useTemplates } from "../content/templates";
import { useExamined } from "../examined/examined";
import type { TestActions } from "./test-actions";
import { TestBrowser } from "./test-browser";
import { TestDevices } from "./test-devices";
import { TestGroups } from "./test-groups";
import { choiceText } from "./test-memory";
import { TestUsers } from "./test-users";
import { failureText, useTestChoice } from "./use-test-choice";

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
  const { app } = useExamined();
  const { choice, change, resolve, save, targets, browserApp } = useTestChoice(draftId, actions);
  const [error, setError] = useState<string>();
  const [sending, setSending] = useState(false);
  const pressed = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const summary = choiceText(choice);
  const problem = useTestProblem(compose, choice.groups.length > 0);

  const test = async () => {
    if (pressed.current) return;
    pressed.current = true;
    setSending(true);
    setError(undefined);
    try {
      await onTest(compose(), await resolve());
      onClose();
    } catch (failure) {
      setError(failureText(failure));
    }
    pressed.current = false;
    setSending(false);
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
            <span className="block">{summary === "" ? "No recipients selected" : summary}</span>
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
            disabled={summary === "" || problem !== undefined}
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
          chosen={choice.devices}
          onChange={(devices) => change({ ...choice, devices })}
        />
        <div className="min-w-0 space-y-5">
          <TestGroups
            groups={targets.groups}
            chosen={choice.groups}
            onChange={(groups) => change({ ...choice, groups })}
            maySave={targets.maySaveGroup}
            onSave={summary === "" ? undefined : save}
          />
          {(targets.limited === null || app?.sandbox) && (
            <TestUsers
              chosen={choice.users}
              onChange={(users) => change({ ...choice, users })}
              simulatedOnly={targets.limited !== null}
            />
          )}
          <TestBrowser
            app={browserApp}
            checked={choice.browser}
            onChange={(browser) => change({ ...choice, browser })}
          />
        </div>
      </div>
    </Dialog>
  );
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
  const problem = problems.find(
    ({ pointer }) => !(withValues && pointer.startsWith("/message/parameters")),
  );
  return problem && headlineOf(problem);
}
