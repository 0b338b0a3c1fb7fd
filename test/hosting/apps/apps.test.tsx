import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { anApp } from '../fixtures.ts';
import { FakeHost, openScreen } from '../hosting-page.tsx';

test( 'lists the applications of the account', async () => {
	const server = new FakeHost().on(
		'GET',
		'/_local/accounts/{account}/apps',
		{ apps: [ anApp( { appId: 'shop' } ) ] }
	);
	openScreen( '/accounts/acme', server );
	expect(
		await screen.findByRole( 'heading', { name: 'shop' } )
	).toBeTruthy();
} );
