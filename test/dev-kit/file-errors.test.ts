import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { explainFileError } from '../../src/dev-kit/file-errors.mjs';
import { describeError } from '../../src/dev-kit/kit-error.ts';
import { temporaryFolder } from './temporary-folder.ts';

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
	expect( explainFileError( new Error( 'odd' ) ) ).toBeNull();
	expect( explainFileError( null ) ).toBeNull();
	expect(
		explainFileError( { code: 'ECONNREFUSED', path: '/socket' } )
	).toBeNull();
	expect( describeError( new Error( 'odd' ) ) ).toContain( '    at ' );
} );
