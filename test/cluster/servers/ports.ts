import { findPort } from '../../../src/dev-kit/ports.ts';

/**
 * Chooses ports for all servers of a test. Some of them are opened only when a node joins, so they are free until then.
 *
 * @param first The first port to try.
 */
export function makePorts( first: number ): () => Promise< number > {
	const taken: number[] = [];
	return async () => {
		const port = await findPort( first, taken );
		taken.push( port );
		return port;
	};
}
