/** Replaces `@wordpress/api-fetch`, so that nothing leaves the process. `fakeServer` defines the answers. */
import { vi } from 'vitest';

export default Object.assign( vi.fn(), { use: vi.fn() } );
