/** Replaces `@wordpress/a11y`: records what is announced. */
import { vi } from 'vitest';

export const speak = vi.fn();
