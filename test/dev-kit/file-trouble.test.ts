import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { explainFileTrouble } from '../../src/dev-kit/file-trouble.mjs';
import { describeError } from '../../src/dev-kit/kit-error.ts';
import { temporaryFolder } from './temporary.ts';

/** Returns what the work throws. */
function thrownBy( work: () => void ): unknown {
	try {
		work();
	} catch ( error ) {
		return error;
	}
	throw new Error( 'nothing was thrown' );
}

test( 'names the file in the way of a folder, and the next step', () => {
	const file = path.join( temporaryFolder(), 'taken' );
	fs.writeFileSync( file, '' );
	for ( const folder of [ file, path.join( file, 'below' ) ] ) {
		const error = thrownBy( () =>
			fs.mkdirSync( folder, { recursive: true } )
		);
		const words = describeError( error );
		expect( words ).toContain( folder );
		expect( words ).toContain( 'move it aside' );
		expect( words ).not.toContain( '    at ' );
	}
} );

test( 'leaves every other error alone', () => {
	expect( explainFileTrouble( new Error( 'odd' ) ) ).toBeNull();
	expect( explainFileTrouble( null ) ).toBeNull();
	expect(
		explainFileTrouble( { code: 'ECONNREFUSED', path: '/socket' } )
	).toBeNull();
	expect( describeError( new Error( 'odd' ) ) ).toContain( '    at ' );
} );
