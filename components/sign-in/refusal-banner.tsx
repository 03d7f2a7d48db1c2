import { Banner } from "@/components/ui/banner";
import { Code } from "@/components/ui/verbatim";
import { refusalOf, type Refusal } from "./refusal";

/**
 * Why a sign-in was refused and what to do; where something broke, the number under which the log
 * has the cause.
 */
export function RefusalBanner({ code }: { code: string }) {
  return <RefusalText refusal={refusalOf(code)} />;
}

/** As {@link RefusalBanner}, of what is in words already. */
export function RefusalText({
  refusal: { title, text, id },
  className,
}: {
  refusal: Refusal;
  className?: string;
}) {
  return (
    <Banner kind="danger" announce title={title} {...(className !== undefined && { className })}>
      <p>{text}</p>
      {id !== undefined && (
        <p className="mt-2 text-xs">
          If it keeps happening, the cause is in the log under
          <Code className="block break-all select-all">{id}</Code>
        </p>
      )}
    </Banner>
  );
}
