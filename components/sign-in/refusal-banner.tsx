import { Banner } from "@/components/ui/banner";
import { refusalOf } from "./refusal";

/** Why a sign-in was refused and what to do; where something broke, the number under which the log has the cause. */
export function RefusalBanner({ code }: { code: string }) {
  const { title, text, id } = refusalOf(code);
  return (
    <Banner kind="danger" announce title={title}>
      <p>{text}</p>
      {id !== undefined && (
        <p className="mt-2 text-xs">
          If it keeps happening, the cause is in the log under
          <span className="code block break-all select-all">{id}</span>
        </p>
      )}
    </Banner>
  );
}
