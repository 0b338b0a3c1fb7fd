/** Lets the browser save a file. */
export function download( file: Blob, fileName: string ): void {
	const link = document.createElement( 'a' );
	link.href = URL.createObjectURL( file );
	link.download = fileName;
	link.click();
	URL.revokeObjectURL( link.href );
}
