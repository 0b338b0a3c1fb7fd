/** `node measured-folder.mjs FOLDER`: prints the bytes of a folder. */
import { measureFolder } from '../../../src/reference-api/usage/disk-measurement.ts';

const [ , , folder = '' ] = process.argv;
console.log( await measureFolder( folder, new AbortController().signal ) );
