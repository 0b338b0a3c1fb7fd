import type { Page } from '@playwright/test';
import { expect } from './kit.ts';

export const PANEL = '/wp-admin/admin.php?page=headless-deploy';

export interface Tab {
	name: string;
	/** Path of the page. */
	where: string;
	/** Waits until it is shown. */
	open: ( page: Page ) => Promise< void >;
}

function tab( name: string, where: string, button: string ): Tab {
	return {
		name,
		where: PANEL + where,
		open: ( page ) =>
			expect(
				page
					.locator( '#headless-deploy-root' )
					.getByRole( 'button', { name: button } )
					.first()
			).toBeVisible(),
	};
}

/** The tabs of the panel, each with a button that it always has. */
export const TABS: readonly Tab[] = [
	tab( 'overview', '', 'Purge Cache' ),
	tab( 'activity', '&tab=activity', 'Export' ),
	tab( 'automation', '&tab=automation', 'Add schedule' ),
	tab( 'connections', '&tab=connections', 'Add environment' ),
];
