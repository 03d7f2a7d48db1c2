import type { Appearance } from "@/lib/payload/appearance";

type Browser = Extract<Appearance["kind"], "chrome" | "firefox" | "safari">;

/** A browser as a small sign, enough to recognise it. */
export function BrowserMark({ kind }: { kind: Browser }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="df-browser">
      {kind === "chrome" && (
        <>
          <path d="M12 12 1.6 6A12 12 0 0 1 22.400 6z" fill="#ea4335" />
          <path d="M12 12 12 24A12 12 0 0 1 1.600 6z" fill="#34a853" />
          <path d="M12 12 22.400 6A12 12 0 0 1 12 24z" fill="#fbbc04" />
          <circle cx="12" cy="12" r="5.600" fill="#fff" />
          <circle cx="12" cy="12" r="4.300" fill="#4285f4" />
        </>
      )}
      {kind === "firefox" && (
        <>
          <circle cx="12" cy="12.400" r="11.200" fill="#7542e5" />
          <path
            d="M12 24C5.400 24 .600 19 .600 12.800c0-4 1.700-6 2.900-8.300.500 1.200 1 1.900 1.600 2.400C7 3 9.800 2.500 12.500.300c-.300 2.800 3 4 5.200 6.600 1 1.200 1.400-.300 1-1.900 3 2.200 4.700 5.200 4.700 8.200C23.400 19.200 18.500 24 12 24z"
            fill="#ff7139"
          />
          <path
            d="M12 20.800a7.300 7.300 0 0 1-7.300-7.500c0-2.200 1-3.600 2.400-4.400 1.800-1 4.200.300 5.600 1 2.100 1.100 1.400 3.300-.600 3.300-1.400 0-1.700.900-1 1.700 1.400 1.600 5.600 1 6.300-2.600 2.300 4.400-1 8.500-5.400 8.500z"
            fill="#ffbd4f"
          />
        </>
      )}
      {kind === "safari" && (
        <>
          <circle cx="12" cy="12" r="11.500" fill="#e8ecf1" />
          <circle cx="12" cy="12" r="10" fill="#1e8cf0" />
          <path d="M18.600 5.400 13.400 13.400 10.600 10.600z" fill="#ff3b30" />
          <path d="M5.400 18.600 10.600 10.600 13.400 13.400z" fill="#fff" />
        </>
      )}
    </svg>
  );
}
