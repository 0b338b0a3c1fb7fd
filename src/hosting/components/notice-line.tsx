import { Notice } from '@wordpress/components';
import {
	createContext,
	useContext,
	useMemo,
	useState,
} from '@wordpress/element';
import type { ReactNode } from 'react';

type ShowNotice = (
	text: ReactNode,
	/** @default 'success' */
	status?: 'success' | 'error'
) => void;

const NoticeContext = createContext< ShowNotice >( () => {} );

/** Shows the result of the last change above the screens. Notice speaks it. */
export function NoticeLine( { children }: { children: ReactNode } ) {
	const [ notice, setNotice ] = useState< {
		text: ReactNode;
		status: 'success' | 'error';
		number: number;
	} | null >( null );
	const show = useMemo< ShowNotice >(
		() =>
			( text, status = 'success' ) =>
				setNotice( ( last ) => ( {
					text,
					status,
					number: ( last?.number ?? 0 ) + 1,
				} ) ),
		[]
	);
	return (
		<NoticeContext.Provider value={ show }>
			{ notice && (
				<Notice
					key={ notice.number }
					status={ notice.status }
					onRemove={ () => setNotice( null ) }
				>
					{ notice.text }
				</Notice>
			) }
			{ children }
		</NoticeContext.Provider>
	);
}

/** Says what a change has done, or why it failed, in one line. */
export function useNotice(): ShowNotice {
	return useContext( NoticeContext );
}
