/** Says that the files of a build were deleted by another program. The path would tell a user nothing. */
export function missingCode( number: number ): string {
	return `The code of build ${ number } is missing. Upload it again.`;
}
