/** Names of people who sign: one of every script the service draws, and mixed ones. */
export const NAMES = {
  latin: 'Anna Müller-Østergård',
  polish: 'Łukasz Żółć',
  cyrillic: 'Александр Пушкин',
  greek: 'Γιώργος Παπαδόπουλος',
  vietnamese: 'Nguyễn Thị Hồng Ngọc',
  arabic: 'محمد عبد الله',
  vocalised: 'مُحَمَّد الطّاهِر',
  hebrew: 'יוסף כהן',
  pointed: 'שָׁלוֹם כֹּהֵן',
  thai: 'สมชาย ใจดี น้ำทิพย์',
  devanagari: 'राजेन्द्र प्रसाद हिन्दी',
  japanese: '山田 太郎 さくら カタカナ',
  chinese: '王小明（北京）',
  latinWithArabic: 'Anna Müller (محمد) 2026',
  latinWithHebrew: 'Dr. יוסף כהן, CEO',
  arabicWithLatin: 'محمد (Mohammed) 123',
  chineseWithArabic: '王 Wáng (محمد)',
  korean: 'Kim 김철수 대한민국',
  bengali: 'শেখ মুজিবুর রহমান ক্ষ',
  tamil: 'சுப்பிரமணிய பாரதியார் ஸ்ரீ',
  telugu: 'నందమూరి తారక రామారావు శ్రీ',
  kannada: 'ಕುವೆಂಪು ರಾಜ್‌ಕುಮಾರ್ ಶ್ರೀ',
  malayalam: 'മോഹൻലാൽ വിശ്വനാഥൻ ക്ഷേത്രം',
  gujarati: 'મોહનદાસ કરમચંદ ગાંધી શ્રી',
  gurmukhi: 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ ਸ਼੍ਰੀ',
  odia: 'ଶ୍ରୀ ପ୍ରତିଭା ରାୟ କ୍ଷେତ୍ର',
  sinhala: 'ශ්‍රී ලංකා මහින්ද රාජපක්ෂ',
  lao: 'ສົມພອນ ພົມມະຈັນ ນ້ຳ',
  khmer: 'ព្រះសីហនុ ស្រ្តី ខ្មែរ',
  myanmar: 'အောင်ဆန်းစုကြည် မြန်မာ',
  georgian: 'ზვიად გამსახურდია',
  armenian: 'Արամ Խաչատրյան և',
  ethiopic: 'ኃይለ ሥላሴ ዐቢይ',
  mongolian: 'ᠴᠢᠩᠭᠢᠰ ᠬᠠᠭᠠᠨ',
  tifinagh: 'ⵎⵓⵃⵎⵎⴰⴷ ⴰⵣⵓⵍ',
  olChiki: 'ᱥᱟᱱᱛᱟᱲᱤ',
  meeteiMayek: 'ꯃꯅꯤꯄꯨꯔꯤ',
  inuktitut: 'ᓄᓇᕗᑦ ᐃᓄᒃ',
  urdu: 'میاں محمد نواز شریف',
  bengaliWithDigits: '(করিম) ২০২৬ ৳',
  koreanWithOthers: '김 (করিম) محمد 王',
} as const

/** Their letters are drawn in their fonts, but extractors order them differently: see `fonts.test.ts`. */
export const LOOSELY_EXTRACTED = {
  thaana: 'މުހައްމަދު ނަޝީދު',
  nko: 'ߒߞߏ ߛߏߟߏߡߊߣߊ',
  adlam: '𞤀𞤣𞤤𞤢𞤥 𞤆𞤵𞤤𞤢𞤪',
  emoji: 'Zoë 👩‍👩‍👧 🚀 🇩🇪 👍🏽 ❤️ 1️⃣',
  symbols: '✓ ☐ ☒ ● ★ ☎',
} as const

/** Gothic and Tibetan are in none of the fonts that npm installs. */
export const WITHOUT_FONT = { gothic: 'Kim 𐌰𐌱𐌲 Q', tibetan: 'Zoë བོད' } as const

/** Text as it was meant: extractors add direction marks and zero-width spaces. */
export const plain = (text: string) =>
  text.normalize('NFC').replace(/[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
