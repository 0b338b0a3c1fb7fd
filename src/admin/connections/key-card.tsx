import { __ } from '../i18n.ts';
import { CopyLine } from './copy-line.tsx';
import { SiteCard } from './site-card.tsx';

/** A line of wp-config.php; what stands for the key is not meant to be kept. */
const LINE = "define( 'HEADLESS_DEPLOY_ENCRYPTION_KEY', '…' );";

/** Says that the key lies beside what it encrypts, and what to do about it. */
export function KeyCard() {
	return (
		<SiteCard
			title={ __( 'Encryption key', 'headless-deploy' ) }
			standing={ {
				symbol: 'caution',
				words: __( 'In the database', 'headless-deploy' ),
			} }
		>
			<p>
				{ __(
					'The key lies in the same database as the tokens that it encrypts. That hides them from a casual look; whoever has the whole database can read them.',
					'headless-deploy'
				) }
			</p>
			<div>
				<p className="headless-deploy-secondary">
					{ __(
						'Put a long random text in the place of the dots, add the line to wp-config.php and keep a copy of it. What is stored is encrypted anew by itself.',
						'headless-deploy'
					) }
				</p>
				<CopyLine line={ LINE } />
			</div>
		</SiteCard>
	);
}
