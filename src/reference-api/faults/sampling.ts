import { createHash } from 'node:crypto';

const DRAWS = 2 ** 32;

/**
 * Decides whether a rule applies to its nth matching request; the same seed always gives the same result.
 *
 * @param nth Which of its matching requests, from 1.
 */
export function isSampled(
	probability: number,
	seed: number,
	nth: number
): boolean {
	if ( probability >= 1 ) {
		return true;
	}
	const draw = createHash( 'sha256' )
		.update( `${ seed }:${ nth }` )
		.digest()
		.readUInt32BE( 0 );
	return draw / DRAWS < probability;
}
