import { useQuery, useQueryClient } from '@tanstack/react-query';
import { sizeLabel } from '../../hosting/labels/size.ts';
import type { HostingUpload } from '../../shared/wire.ts';
import { __, sprintf } from '../../ui/i18n.ts';
import { LastingNotice } from '../../ui/notice.tsx';
import { deleteUpload, listUploads } from './uploads.ts';

function UnfinishedUpload( { upload }: { upload: HostingUpload } ) {
	const queries = useQueryClient();
	const discard = async () => {
		await deleteUpload( upload.id );
		await queries.invalidateQueries( { queryKey: [ 'hostingUploads' ] } );
	};
	return (
		<LastingNotice
			status="info"
			actions={ [
				{
					label: __( 'Discard upload', 'headless-deploy' ),
					onClick: () => void discard(),
				},
			] }
		>
			{ sprintf(
				/* translators: 1: name of a file, 2: size that has arrived, 3: size of the file, 4: name of an application. */
				__(
					'The upload of %1$s to %4$s stopped at %2$s of %3$s. Upload the same file there again to continue.',
					'headless-deploy'
				),
				upload.fileName,
				sizeLabel( upload.received, upload.size ),
				sizeLabel( upload.size ),
				upload.app
			) }
		</LastingNotice>
	);
}

/** Names the uploads that a reload or a lost connection interrupted. Read once: this page shows its own uploads already. */
export function UnfinishedUploads() {
	const { data = [] } = useQuery( {
		queryKey: [ 'hostingUploads' ],
		queryFn: listUploads,
		staleTime: Infinity,
	} );
	return data
		.filter(
			( { state } ) => state === 'receiving' || state === 'received'
		)
		.map( ( upload ) => (
			<UnfinishedUpload key={ upload.id } upload={ upload } />
		) );
}
