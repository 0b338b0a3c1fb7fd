import '../../dev-kit/docs/generate.ts';
