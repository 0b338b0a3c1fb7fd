/** Takes the place of `@wordpress/api-fetch`, so that nothing leaves the process; `fakeServer` says what it answers. */
import { vi } from 'vitest';

export default Object.assign( vi.fn(), { use: vi.fn() } );
