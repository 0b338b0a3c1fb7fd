/** Replaces `@wordpress/a11y`: records what is announced. */
import { vi } from 'vitest';

const shared = globalThis as { speakInTests?: ReturnType< typeof vi.fn > };

/** One function for all test files: a file may load this module again, but not the screens. */
export const speak = ( shared.speakInTests ??= vi.fn() );
