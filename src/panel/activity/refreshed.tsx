import { useState } from '@wordpress/element';
import { __, sprintf } from '../../ui/i18n.ts';
import type { Run } from '../../shared/wire.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { Fact } from '../../ui/fact.tsx';

const SHOWN = 8;

interface ListProps {
	term: string;
	items: readonly string[];
}

/** A few of many names; a button shows the others. */
function NameList( { term, items }: ListProps ) {
	const [ isOpen, setOpen ] = useState( false );
	if ( items.length === 0 ) {
		return null;
	}
	const shown = isOpen ? items : items.slice( 0, SHOWN );
	return (
		<Fact term={ term }>
			<ul>
				{ shown.map( ( name ) => (
					<li key={ name }>
						<code dir="ltr">{ name }</code>
					</li>
				) ) }
			</ul>
			{ items.length > SHOWN && (
				<ActionButton
					variant="link"
					onClick={ () => setOpen( ! isOpen ) }
				>
					{ isOpen
						? __( 'Show fewer', 'headless-deploy' )
						: sprintf(
								/* translators: %d: number of further paths or tags. */
								__( 'and %d more', 'headless-deploy' ),
								items.length - SHOWN
							) }
				</ActionButton>
			) }
		</Fact>
	);
}

/** Lists the pages and tags that a refresh request names. */
export function Refreshed( { refreshed }: Pick< Run, 'refreshed' > ) {
	if ( refreshed === null ) {
		return null;
	}
	const { scope, paths, tags } = refreshed;
	return (
		<section>
			<h2>{ __( 'Refresh request', 'headless-deploy' ) }</h2>
			{ scope === 'all' && (
				<p>{ __( 'All pages', 'headless-deploy' ) }</p>
			) }
			<dl className="headless-deploy-facts">
				<NameList
					term={ __( 'Changed', 'headless-deploy' ) }
					items={ paths.changed }
				/>
				<NameList
					term={ __( 'Removed', 'headless-deploy' ) }
					items={ paths.gone }
				/>
				<NameList
					term={ __( 'Tags', 'headless-deploy' ) }
					items={ tags }
				/>
			</dl>
		</section>
	);
}
