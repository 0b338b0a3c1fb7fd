import { Button } from '@wordpress/components';
import { isRTL } from '@wordpress/i18n';
import { chevronLeft, chevronRight } from '@wordpress/icons';
import { LIMITS } from '../../shared/server-facts.ts';
import { __, sprintf } from '../../ui/i18n.ts';

interface Props {
	page: number;
	pages: number;
	/** How many runs there are on all pages. */
	total: number;
	/** How many are on this one. */
	shown: number;
	onPage: ( page: number ) => void;
}

export function Paging( props: Props ) {
	const { page, pages, total, shown, onPage } = props;
	const first = ( page - 1 ) * LIMITS.runsPerPage + 1;
	const [ newer, older ] = isRTL()
		? [ chevronRight, chevronLeft ]
		: [ chevronLeft, chevronRight ];
	const button = (
		label: string,
		icon: typeof newer,
		to: number,
		disabled: boolean
	) => (
		<Button
			size="compact"
			variant="secondary"
			icon={ icon }
			label={ label }
			disabled={ disabled }
			accessibleWhenDisabled
			onClick={ () => onPage( to ) }
		/>
	);
	return (
		<nav
			className="headless-deploy-log__paging"
			aria-label={ __( 'Pagination', 'headless-deploy' ) }
		>
			<span className="headless-deploy-secondary">
				{ sprintf(
					/* translators: 1 and 2: numbers of the first and the last run on this page, 3: number of all runs. */
					__( '%1$d–%2$d of %3$d', 'headless-deploy' ),
					first,
					first + shown - 1,
					total
				) }
			</span>
			{ pages > 1 && (
				<>
					{ button(
						__( 'Newer runs', 'headless-deploy' ),
						newer,
						page - 1,
						page <= 1
					) }
					{ button(
						__( 'Older runs', 'headless-deploy' ),
						older,
						page + 1,
						page >= pages
					) }
				</>
			) }
		</nav>
	);
}
