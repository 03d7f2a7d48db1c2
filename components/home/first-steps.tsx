import { LinkButton } from "@/components/shell/link-button";
import { CodeBlock } from "@/components/ui/code-block";
import { StepCard, type Step } from "@/components/ui/step-card";
import { Code } from "@/components/ui/verbatim";
import { paths } from "@/lib/inputs/paths";
import { DismissButton } from "./dismiss-button";

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
          <p>
            Write it, see it on every device while you write, and send it to the simulated devices
            of the sandbox.
          </p>
          <LinkButton variant="primary" size="sm" className="mt-3" href={paths.compose()}>
            Open the composer
          </LinkButton>
        </>
      ),
    },
    {
      title: "Read it on a sandbox device",
      done: done.readOne,
      body: (
        <>
          <p>
            The message is on the simulated devices. Tap it or press a button there, and its status
            turns to “read”.
          </p>
          <LinkButton variant="primary" size="sm" className="mt-3" href={paths.devices()}>
            Open the devices
          </LinkButton>
        </>
      ),
    },
    {
      title: "Send one from a program",
      done: done.usedApi,
      body: (
        <>
          <p>
            The same by one HTTP request. Set <Code>SERVICE_KEY</Code> to a key from Settings ›
            Services; the first one is in the terminal that Clarion started in.
          </p>
          <CodeBlock title="Terminal" label="Command line" what="command line" code={curl} />
        </>
      ),
    },
  ];
  return (
    <StepCard id="first-steps-title" title="First steps" steps={steps} action={<DismissButton />} />
  );
}
