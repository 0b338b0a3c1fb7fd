import { useState } from '@wordpress/element';
import { __ } from '../i18n.ts';
import { CopyLine } from './copy-line.tsx';
import { SiteCard } from './site-card.tsx';

const KEY_BYTES = 32;

/** Makes a line of wp-config.php with a key of its own; the key is stored nowhere. */
function newKeyLine(): string {
	const bytes = crypto.getRandomValues( new Uint8Array( KEY_BYTES ) );
	const key = Array.from( bytes, ( byte ) =>
		byte.toString( 16 ).padStart( 2, '0' )
	).join( '' );
	return `define( 'HEADLESS_DEPLOY_ENCRYPTION_KEY', '${ key }' );`;
}

/** Says that the key lies beside what it encrypts, and what to do about it. */
export function KeyCard() {
	const [ line ] = useState( newKeyLine );
	return (
		<SiteCard
			title={ __( 'Encryption key', 'headless-deploy' ) }
			status={ {
				symbol: 'caution',
				label: __( 'Stored in the database', 'headless-deploy' ),
			} }
		>
			<p>
				{ __(
					'The plugin generated the key and stores it in the same database as the encrypted tokens. Anyone with access to the whole database can read the tokens.',
					'headless-deploy'
				) }
			</p>
			<div>
				<p className="headless-deploy-secondary">
					{ __(
						'Add this line to wp-config.php and keep a backup of the line. The key is new and is stored nowhere else. Existing tokens are re-encrypted automatically.',
						'headless-deploy'
					) }
				</p>
				<CopyLine line={ line } />
			</div>
		</SiteCard>
	);
}
