import { Fragment, useState } from '@wordpress/element';
import type { GeneralSettings } from '../../shared/wire.ts';
import { __, sprintf } from '../../ui/i18n.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { useTask } from '../../ui/use-task.ts';
import { metaKeyError, newestGeneral, updateGeneral } from '../settings/api.ts';

interface Props {
	general: GeneralSettings;
	onUpdate: ( updated: GeneralSettings ) => void;
}

type MetaList = 'countedMeta' | 'ignoredMeta';

/** Adds a key to one list of the newest settings and removes it from the other. */
async function decide(
	key: string,
	list: MetaList
): Promise< GeneralSettings > {
	const { etag, countedMeta, ignoredMeta } = await newestGeneral();
	const lists = { countedMeta, ignoredMeta };
	const other = list === 'countedMeta' ? 'ignoredMeta' : 'countedMeta';
	return updateGeneral( etag, {
		[ list ]: [ ...new Set( [ ...lists[ list ], key ] ) ],
		[ other ]: lists[ other ].filter( ( name ) => name !== key ),
	} );
}

function useDecision( onUpdate: Props[ 'onUpdate' ] ) {
	const { busy, error, run } = useTask( metaKeyError );
	const [ current, setCurrent ] = useState( '' );
	const [ done, setDone ] = useState( '' );
	const save = ( key: string, list: MetaList ) =>
		void run( async () => {
			setCurrent( `${ list } ${ key }` );
			onUpdate( await decide( key, list ) );
			setDone(
				list === 'countedMeta'
					? sprintf(
							/* translators: %s: a meta key, for example _EventStartDate. */
							__(
								'Changes to “%s” now count.',
								'headless-deploy'
							),
							key
						)
					: sprintf(
							/* translators: %s: a meta key, for example likes. */
							__(
								'Changes to “%s” are now ignored.',
								'headless-deploy'
							),
							key
						)
			);
		} );
	return { busy: busy ? current : '', result: error ?? done, save };
}

interface KeyProps {
	metaKey: string;
	/** Empty where the buttons name the key. */
	text: string;
	lists: readonly MetaList[];
	busy: string;
	onDecide: ( key: string, list: MetaList ) => void;
}

function MetaKey( { metaKey, text, lists, busy, onDecide }: KeyProps ) {
	return (
		<li>
			{ text }
			{ lists.map( ( list ) => (
				<Fragment key={ list }>
					{ ' ' }
					<ActionButton
						variant="link"
						busy={ busy === `${ list } ${ metaKey }` }
						onClick={ () => onDecide( metaKey, list ) }
					>
						{ list === 'countedMeta'
							? sprintf(
									/* translators: %s: a meta key, for example _EventStartDate. */
									__( 'Count “%s”', 'headless-deploy' ),
									metaKey
								)
							: sprintf(
									/* translators: %s: a meta key, for example likes. */
									__( 'Ignore “%s”', 'headless-deploy' ),
									metaKey
								) }
					</ActionButton>
				</Fragment>
			) ) }
		</li>
	);
}

const CHOICES = {
	nothing: [ 'countedMeta' ],
	refreshes: [ 'countedMeta', 'ignoredMeta' ],
	runs: [ 'ignoredMeta' ],
} as const;

/** The meta keys that are ignored by default or that the server noticed, each with one click to decide. */
export function MetaKeys( { general, onUpdate }: Props ) {
	const { ignoredMeta, noticedMeta } = general.available;
	const { busy, result, save } = useDecision( onUpdate );
	return (
		<>
			{ noticedMeta.length > 0 && (
				<>
					<h4>{ __( 'Noticed', 'headless-deploy' ) }</h4>
					<ul>
						{ noticedMeta.map( ( { key, text, starts } ) => (
							<MetaKey
								key={ key }
								metaKey={ key }
								text={ text }
								lists={ CHOICES[ starts ] }
								busy={ busy }
								onDecide={ save }
							/>
						) ) }
					</ul>
				</>
			) }
			<details>
				<summary>
					{ __( 'Ignored by default', 'headless-deploy' ) }
				</summary>
				<ul>
					{ ignoredMeta.map( ( key ) => (
						<MetaKey
							key={ key }
							metaKey={ key }
							text=""
							lists={ CHOICES.nothing }
							busy={ busy }
							onDecide={ save }
						/>
					) ) }
				</ul>
			</details>
			<p role="status">{ result }</p>
		</>
	);
}
