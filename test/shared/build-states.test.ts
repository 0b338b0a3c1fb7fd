/** The states of a build in the plugin, which no document lists as sets. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PROJECT } from '../../src/dev-kit/paths.ts';
import {
	ACTIVE_STATES,
	DEPLOYED_STATES,
	UNSUCCESSFUL_STATES,
} from '../../src/shared/build-states.ts';

const SOURCE = readFileSync(
	path.join( PROJECT, 'includes/Hosting/Build.php' ),
	'utf8'
);

/** Returns the texts in quotes of a part of the source. */
function textsIn( part: RegExp ): string[] {
	const [ , code = '' ] = part.exec( SOURCE ) ?? [];
	return [ ...code.matchAll( /'([^']+)'/g ) ].map(
		( [ , text = '' ] ) => text
	);
}

test( 'the plugin knows the same active, deployed and unsuccessful states', () => {
	expect( {
		active: textsIn( /RUNNING = array\(([^)]+)\)/ ),
		deployed: textsIn( /\$this->state, array\(([^)]+)\)/ ),
		unsuccessful: textsIn(
			/match \( \$this->state \) \{([^}]+)default/
		).filter( ( text ) => ! text.startsWith( 'headless_deploy_' ) ),
	} ).toEqual( {
		active: ACTIVE_STATES,
		deployed: DEPLOYED_STATES,
		unsuccessful: UNSUCCESSFUL_STATES,
	} );
} );
