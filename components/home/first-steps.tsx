import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { SameServiceLink } from "@/components/shell/same-service";
import { Button } from "@/components/ui/button";
import { Card, CardHeader } from "@/components/ui/card";
import { cn } from "@/components/ui/cn";
import { CopyButton } from "@/components/ui/copy-button";

interface FirstStepsProps {
  done: { sentOne: boolean; readOne: boolean; usedApi: boolean };
  /** A command line that sends a message to a device of the sandbox. */
  curl: string;
}

/** Three things to do once. The first that is open is the one that is explained. */
export function FirstSteps({ done, curl }: FirstStepsProps) {
  const steps: Step[] = [
    {
      title: "Compose a message and send it",
      done: done.sentOne,
      body: (
        <>
          <p>Write it, see it on every device while you write, and send it to the simulated devices of the sandbox.</p>
          <Button asChild variant="primary" size="sm" className="mt-3">
            <SameServiceLink href="/compose">Open the composer</SameServiceLink>
          </Button>
        </>
      ),
    },
    {
      title: "Read it on a sandbox device",
      done: done.readOne,
      body: (
        <>
          <p>
            It has arrived there as the real provider would have brought it. Tap it, press a button, and watch the message turn to “read”.
          </p>
          <Button asChild variant="primary" size="sm" className="mt-3">
            <SameServiceLink href="/devices">Open the devices</SameServiceLink>
          </Button>
        </>
      ),
    },
    {
      title: "Send one from a program",
      done: done.usedApi,
      body: (
        <>
          <p>
            The same by one HTTP request. Put the service key in <code className="code">SERVICE_KEY</code> first: Clarion printed it in its
            terminal once, when it first started.
          </p>
          <div className="mt-3 overflow-hidden rounded-md border border-line bg-sunken">
            <div className="flex items-center justify-between border-b border-line py-1 pr-1 pl-3.5 text-xs text-ink-faint">
              Terminal
              <CopyButton text={curl} what="command line">
                Copy
              </CopyButton>
            </div>
            <pre
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must take focus
              tabIndex={0}
              aria-label="Command line"
              className="code overflow-x-auto px-3.5 py-3 text-xs leading-5 focus-visible:outline-offset-[-2px]"
            >
              {curl}
            </pre>
          </div>
        </>
      ),
    },
  ];
  const open = steps.find((step) => !step.done);
  const count = steps.filter((step) => step.done).length;
  return (
    <Card aria-labelledby="first-steps-title">
      <CardHeader
        id="first-steps-title"
        title="First steps"
        actions={
          <span className="flex items-center gap-2 text-xs text-ink-faint tabular-nums">
            <span aria-hidden className="flex gap-1">
              {steps.map((step) => (
                <span key={step.title} className={cn("h-1 w-6 rounded-full", step.done ? "bg-accent" : "bg-neutral-soft")} />
              ))}
            </span>
            {count} of {steps.length}
          </span>
        }
      />
      <ol className="divide-y divide-line">
        {steps.map((step, index) => (
          <StepRow key={step.title} step={step} number={index + 1} open={step === open} />
        ))}
      </ol>
    </Card>
  );
}

interface Step {
  title: string;
  done: boolean;
  body: ReactNode;
}

function StepRow({ step, number, open }: { step: Step; number: number; open: boolean }) {
  return (
    <li className="flex gap-3 px-4 py-3">
      <span
        aria-hidden
        className={cn(
          "grid size-5.5 shrink-0 place-items-center rounded-full text-xs font-medium",
          step.done ? "bg-accent text-on-accent" : open ? "border border-ink text-ink" : "border border-line-strong text-ink-faint",
        )}
      >
        {step.done ? <Check className="size-3.5" strokeWidth={3} /> : number}
      </span>
      <div className="min-w-0 flex-1">
        <h3
          className={cn(
            "text-base",
            open ? "font-medium" : "text-ink-muted",
            step.done && "text-ink-faint line-through decoration-line-strong",
          )}
        >
          {step.title}
          {step.done && <span className="sr-only"> (done)</span>}
        </h3>
        {open && <div className="mt-0.5 text-base text-ink-muted">{step.body}</div>}
      </div>
    </li>
  );
}
