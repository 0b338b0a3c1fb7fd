import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Conflict } from '../../../src/panel/settings/conflict.ts';
import { ConflictNotice } from '../../../src/panel/settings/conflict-notice.tsx';
import { SiteTimeContext } from '../../../src/panel/settings/site-time.ts';
import { at, NOW_MS } from '../fixtures.ts';
import { setupUser } from '../panel-page.tsx';

const MARIA = { id: 2, name: 'Maria Lindqvist' };

function show( conflict: Conflict, timeZone = 'Europe/Stockholm' ) {
	const onShowNewer = vi.fn();
	const onSaveMine = vi.fn();
	render(
		<SiteTimeContext.Provider value={ { nowMs: () => NOW_MS, timeZone } }>
			<ConflictNotice
				busy={ false }
				{ ...{ conflict, onShowNewer, onSaveMine } }
			/>
		</SiteTimeContext.Provider>
	);
	return { onShowNewer, onSaveMine };
}

test( 'shows who saved and when, in the site’s time zone', () => {
	show( { saved: { by: MARIA, at: at( -120 ) }, differences: null } );
	screen.getByText(
		'Not saved. Maria Lindqvist changed these settings (14:58).'
	);
	screen.getByText( /Nothing was overwritten/ );
	expect( screen.queryByRole( 'list' ) ).toBeNull();
} );

test( 'speaks of another user if the user is unknown', () => {
	show( { saved: null, differences: null } );
	screen.getByText(
		'Not saved. Another user changed these settings while you were editing.'
	);
} );

test( 'shows the saved values beside the entries', () => {
	show( {
		saved: null,
		differences: [
			{ name: 'Styles', saved: 'No action', ownValue: 'Rebuild' },
			{ name: 'Theme', saved: 'Purge Cache', ownValue: null },
		],
	} );
	expect(
		screen
			.getAllByRole( 'listitem' )
			.map( ( { textContent } ) => textContent )
	).toEqual( [
		'Styles Saved value: No action. Your value: Rebuild.',
		'Theme Saved value: Purge Cache.',
	] );
} );

test( 'says that saving keeps both if the other user changed different fields', async () => {
	const { onShowNewer, onSaveMine } = show( {
		saved: null,
		differences: [],
	} );
	screen.getByText( /Saving keeps both/ );
	const user = setupUser();
	await user.click( screen.getByText( 'Show the newer settings' ) );
	await user.click( screen.getByText( 'Overwrite with my changes' ) );
	expect( onShowNewer ).toHaveBeenCalledOnce();
	expect( onSaveMine ).toHaveBeenCalledOnce();
} );
