import { Prose } from "@/components/facts/prose";
import { Badge } from "@/components/ui/badge";
import { Code } from "@/components/ui/verbatim";
import { FieldTable } from "./field-table";
import type { Operation } from "./operations";
import type { Sample } from "./sample";
import { SampleCode } from "./sample-code";

const keys = {
  SERVICE_KEY: "A service key, or a JWT.",
  CLIENT_KEY: "The client key of the app, or a service key.",
} as const;

/** One call: what it is for and takes on the left, the call and its answer on the right. */
export function OperationSection({
  operation,
  sample,
  origin,
}: {
  operation: Operation;
  sample: Sample | undefined;
  origin: string;
}) {
  const { id, method, path, summary, description, key, parameters, body, answers } = operation;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-4 gap-x-8 gap-y-2 border-t border-line py-8 2xl:grid-cols-[minmax(0,1fr)_minmax(0,34rem)]"
    >
      <div className="min-w-0">
        <h3 id={`${id}-title`} className="text-lg font-semibold">
          {summary}
        </h3>
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <Badge>{method}</Badge>
          <Code className="text-sm break-all">{path}</Code>
        </p>
        {description !== "" && (
          <p className="mt-3 max-w-prose text-sm text-ink-muted">
            <Prose text={description} />
          </p>
        )}
        <dl className="mt-4 space-y-3 text-sm">
          <Row name="Authentication">{key === undefined ? "None." : keys[key]}</Row>
          {parameters.map(({ name, in: where, required, description: what }) => (
            <Row key={`${where} ${name}`} name={<Code>{name}</Code>}>
              <span className="text-ink-faint">
                {where}
                {required && ", required"}
              </span>{" "}
              <Prose text={what} />
            </Row>
          ))}
        </dl>
        {body.length > 0 && (
          <details className="mt-4 rounded-md border border-line">
            <summary className="cursor-pointer px-4 py-2.5 text-sm font-medium">
              Members of the body <span className="text-ink-faint">({body.length})</span>
            </summary>
            <FieldTable label={`Members of the body: ${summary}`} rows={body} />
          </details>
        )}
        <h4 className="mt-5 mb-2 text-sm font-medium">Responses</h4>
        <dl className="space-y-2 text-sm">
          {answers.map(({ status, description: what }) => (
            <Row key={status} name={<Code>{status}</Code>}>
              <ResponseText text={what} />
            </Row>
          ))}
        </dl>
      </div>
      <div className="min-w-0">
        {sample && (
          <div className="2xl:sticky 2xl:top-4">
            <SampleCode
              call={{ method, url: `${origin}${sample.path}`, key, body: sample.body }}
              what={summary}
              status={sample.status}
              answer={JSON.stringify(sample.answer, undefined, 2)}
            />
          </div>
        )}
      </div>
    </section>
  );
}

/** A sentence, or several that each begin with a dash. */
function ResponseText({ text }: { text: string }) {
  if (!text.startsWith("- ")) return <Prose text={text} />;
  return (
    <ul className="space-y-0.5">
      {text.split("\n").map((line) => (
        <li key={line}>
          <Prose text={line.replace(/^- /, "")} />
        </li>
      ))}
    </ul>
  );
}

function Row({ name, children }: { name: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[8rem_minmax(0,1fr)] gap-3 max-sm:grid-cols-1 max-sm:gap-0">
      <dt className="text-ink">{name}</dt>
      <dd className="text-ink-muted">{children}</dd>
    </div>
  );
}
