/** `npm run set-version -- 1.2.0`: writes the version to all places and the heading of the changelog. */
import { describeError, KitError } from './kit-error.ts';
import { PROJECT } from './paths.ts';
import { setVersion } from './version-places.ts';

try {
	const [ version, ...others ] = process.argv.slice( 2 );
	if ( version === undefined || others.length > 0 ) {
		throw new KitError(
			'npm run set-version needs one version.',
			'for example npm run set-version -- 1.2.0'
		);
	}
	const date = new Date().toISOString().slice( 0, 10 );
	for ( const file of setVersion( PROJECT, version, date ) ) {
		console.log( `✓ ${ file }` );
	}
	console.log(
		`→ Write below “= ${ version } =” in readme.txt what users get in this version.`
	);
} catch ( error ) {
	console.error( `✗ ${ describeError( error ) }` );
	process.exitCode = 1;
}
