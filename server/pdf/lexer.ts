/** The tokens of PDF syntax are read by the SDK's verifier and by the engine alike. */
export { decodeName, isSpace, Lexer, latin1, packKeyword, Token } from '../../sdk/src/verify/pdf-lexer.ts'
