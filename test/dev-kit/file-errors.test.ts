import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { explainFileError } from '../../src/dev-kit/file-errors.mjs';
import { describeError } from '../../src/dev-kit/kit-error.ts';
import { temporaryFolder } from './temporary-folder.ts';

function thrownBy( work: () => void ): unknown {
	try {
		work();
	} catch ( error ) {
		return error;
	}
	throw new Error( 'nothing was thrown' );
}

test( 'names the file in the place of a folder, and the next step', () => {
	const file = path.join( temporaryFolder(), 'taken' );
	fs.writeFileSync( file, '' );
	for ( const folder of [ file, path.join( file, 'below' ) ] ) {
		const error = thrownBy( () =>
			fs.mkdirSync( folder, { recursive: true } )
		);
		const message = describeError( error );
		expect( message ).toContain( folder );
		expect( message ).toContain( 'move it aside' );
		expect( message ).not.toContain( '    at ' );
	}
} );

test( 'does not describe other errors', () => {
	expect( explainFileError( new Error( 'odd' ) ) ).toBeNull();
	expect( explainFileError( null ) ).toBeNull();
	expect(
		explainFileError( { code: 'ECONNREFUSED', path: '/socket' } )
	).toBeNull();
	expect( describeError( new Error( 'odd' ) ) ).toContain( '    at ' );
} );
